import { Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';

/** The title of something that the feed named, which leads there. One without a space breaks anywhere. */
export function TitleLink({ to, children }: { to: string; children: string }) {
  return (
    <Link tag={NavLink} to={to} dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Link>
  );
}
