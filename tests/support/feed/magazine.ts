import { join } from 'node:path';

/**
 * Content types of a cookery magazine: another shape than those of `own-types`. Nothing is localized;
 * the text stands in a dynamic zone, rubrics and languages are enumerations, nearly everything is
 * required, much has limits; a Brief has no drafts.
 */
export const MAGAZINE = join(__dirname, '..', 'sites', 'magazine');

export const STORY = 'api::story.story';
export const BRIEF = 'api::brief.brief';
