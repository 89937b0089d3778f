import { Link } from '@strapi/design-system';
import { useText } from '../wording/text';

/** To where the published article is on the site; nothing where it is nowhere. */
export function SiteLink({ address }: { address: string | null }) {
  const text = useText();
  if (address === null) return null;
  return (
    <Link href={address} isExternal>
      {text('site.view')}
    </Link>
  );
}
