import { MenuItem, SimpleMenu } from '@strapi/design-system';
import { useNavigate, useParams } from 'react-router-dom';
import { useReadableTypes } from '../permissions';
import { ARTICLE_UID } from '../utils/addresses';
import { useText } from '../wording/text';
import { SUPPORTING_TYPES } from './supporting-types';

/** Above the list of articles: the way to what goes with them, for whoever may read it. */
export function SupportingTypes() {
  const text = useText();
  const navigate = useNavigate();
  const { slug } = useParams();
  const readable = useReadableTypes(SUPPORTING_TYPES.map(({ uid }) => uid));
  const allowed = SUPPORTING_TYPES.filter(({ uid }) => readable.includes(uid));
  if (slug !== ARTICLE_UID || allowed.length === 0) return null;
  return (
    <SimpleMenu label={text('menu.more')} variant="tertiary" size="S">
      {allowed.map(({ uid, label }) => (
        <MenuItem key={uid} onSelect={() => navigate(`/content-manager/collection-types/${uid}`)}>
          {text(label)}
        </MenuItem>
      ))}
    </SimpleMenu>
  );
}
