import type { Site } from '../../support/site/site';
import type { Hands } from './reboot-hands';
import { ARTICLE, POST, textsOf, typeOf, type Settings } from './reboot-settings';
import { documentsOf, type Document } from './reboot-shown';
import type { PlayedSite, Told } from './reboot-site';
import { ARTICLES } from './reboot-steps';

/** A site on which a history is played, and what has happened there so far. */
export interface World {
  site: Site;
  run: string;
  played: PlayedSite;
  hands: Hands;
  /** What the service has said. */
  told: Told[];
  settings: Settings;
  /** Whether words do something else by now, and not everything was projected since: that decides, whatever people did. */
  isUnseen: boolean;
  /** How many steps were taken: nothing that people write is written twice. */
  number: number;
}

export const articles = [...Array(ARTICLES).keys()];

export const otherThan = (uid: string): string => (uid === POST ? ARTICLE : POST);

/** The entries of an article in a type, the oldest first. */
export const entriesOf = async (
  { site, played, settings }: World,
  article: number,
  uid = typeOf(settings),
): Promise<Document[]> =>
  (await documentsOf(site, uid)).filter(({ of }) => of === played.idOf(article));

/** What people did about publications while it was not seen yet what words do by now, that may undo. */
export function overrule({ isUnseen, hands }: World): void {
  if (isUnseen) hands.overruled(null);
}

/** Where the service wins, it does so with the next that happens. */
export function overwrite({ settings, hands }: World): void {
  if (settings.edits === 'overwrite')
    hands.overwritten(typeOf(settings), ['slug', ...Object.keys(textsOf(settings))]);
}
