import { useQueryParams } from '@strapi/strapi/admin';
import { Button, Flex } from '@strapi/design-system';
import { useText } from '../../wording/text';

/** How far down a list without numbers somebody is: `before` where the page begins. The address bar keeps it. */
export function useOlder() {
  const [{ query }, setQuery] = useQueryParams<{ before?: string }>();
  const asked = Number(query.before);
  const before = query.before !== undefined && Number.isInteger(asked) ? asked : undefined;
  return {
    before,
    query: before === undefined ? {} : { before },
    onPage: (place: number | undefined) =>
      setQuery({ before: place === undefined ? undefined : String(place) }),
  };
}

interface OlderPagerProps {
  /** Where the page begins, and where the next one does. */
  before: number | undefined;
  next: number | null;
  onPage: (before: number | undefined) => void;
}

/** Goes on to what is older, and back to the newest. */
export function OlderPager({ before, next, onPage }: OlderPagerProps) {
  const text = useText();
  return (
    <Flex gap={2} paddingTop={4} paddingBottom={8}>
      {before !== undefined && (
        <Button variant="tertiary" onClick={() => onPage(undefined)}>
          {text('decisions.newest')}
        </Button>
      )}
      {next !== null && (
        <Button variant="tertiary" onClick={() => onPage(next)}>
          {text('decisions.older')}
        </Button>
      )}
    </Flex>
  );
}
