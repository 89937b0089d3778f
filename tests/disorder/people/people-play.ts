import * as model from './people-model';
import { serviceValue, serviceValues, type Step } from './people-steps';

/** When a delivery of a history happened, in minutes: no two at the same time. */
export const timeOf = (step: { time: number }, number: number): number => step.time * 100 + number;

type Save = Extract<Step, { do: 'save' }>;

/**
 * The value that a person gives a field in a step: no other step's, or one of the service's. Not an
 * older one of a field that the service wrote since the form was opened: it may be the form's.
 */
export function personsValue(now: model.Model, save: Save, number: number): string {
  const { field, retypes } = save;
  const own = `Person ${number}`;
  if (model.isNewer(now, field)) return own;
  if (save.takesBack) return now.published?.[field] || own;
  return retypes === null || emptiesForeign(now, field, retypes)
    ? own
    : serviceValue(field, retypes);
}

/** That both sides leave it empty shows with the next projection only. */
const emptiesForeign = (now: model.Model, field: model.Field, retypes: number): boolean =>
  serviceValue(field, retypes) === '' && model.isForeign(now, field);

/** The field on whose suggestion a step decides. */
export function suggestedField(now: model.Model, which: number): model.Field | undefined {
  const offered = Object.keys(model.offersOf(now)) as model.Field[];
  return offered[which % offered.length];
}

/**
 * Whether the panel says when the form was opened. Without its word nobody knows whether a person
 * saw what they changed: the value is theirs, but whether the service's is offered, is open.
 */
export const tells = (now: model.Model, { field, retypes, takesBack, tellsWhen }: Save): boolean =>
  tellsWhen || retypes !== null || takesBack === true || model.isNewer(now, field);

/** What an importer writes in a step: values that nobody else has. */
export const importedValues = (fields: readonly model.Field[], number: number) =>
  Object.fromEntries(
    fields.map((field) => [field, `Import ${number} ${field}`]),
  ) as Partial<model.Values>;

/** What is written where nothing of Strapi's notices: of what the service says nothing of, nobody could tell. */
export const writtenIn = ({ fields, by }: Extract<Step, { do: 'import' }>): model.Field[] =>
  by === 'database' ? fields.filter(model.isSaid) : fields;

/** What the service's words do, where nobody decides otherwise. */
export const EFFECTS = { ready: 'draft', published: 'publish', archived: 'unpublish' } as const;

/** What is right after a step. Null where there is nothing to take it with. */
export function after(now: model.Model, step: Step, number: number): model.Model | null {
  switch (step.do) {
    case 'deliver': {
      const isUnknown = step.word === 'unknown';
      const effect = step.word === 'unknown' ? now.unknown : EFFECTS[step.word];
      const values = serviceValues(step.says);
      return model.arrived(now, { time: timeOf(step, number), effect, isUnknown, values });
    }
    case 'open':
      return now.draft && model.opened(now);
    case 'save': {
      if (!now.draft) return null;
      const form = now.form ? now : model.opened(now);
      const saved = model.saved(form, step.field, personsValue(now, step, number));
      return step.publish ? model.published(saved) : saved;
    }
    case 'import':
      return now.draft && imports(now, importedValues(writtenIn(step), number), step.publish);
    case 'publish':
      return now.draft && model.published(now);
    case 'unpublish':
      return now.published && model.unpublished(now);
    case 'discardDraft':
      return now.published && model.discarded(now);
    case 'unpublishAndDiscard':
      return now.published && model.unpublished(model.discarded(now));
    case 'delete':
      return now.draft && model.deleted(now);
    case 'decideWord':
      return model.waitsForWord(now) ? model.decided(now, step.effect) : null;
    case 'suggestion': {
      const field = suggestedField(now, step.which);
      return field === undefined ? null : model.suggestionDecided(now, field, step.accept);
    }
    case 'hold':
      if (step.choice === 'leave') return model.left(now);
      return now.held && model.holdDecided(now, step.choice === 'release');
    case 'redrive':
      // That takes a decision back.
      return now.said[step.which % now.said.length]?.isLeft ? null : model.restored(now);
    case 'rebuild':
      return model.project(now);
    case 'retention':
    case 'repeat':
      return now;
  }
}

/** Null where Strapi refuses to publish it: then it is not saved either. */
function imports(now: model.Model, values: Partial<model.Values>, publish = false) {
  const written = model.written(now, values);
  return publish ? model.published(written) : written;
}

/** What was there before the first delivery. */
export function before(imported: { fields: model.Field[]; isPublished: boolean } | null) {
  if (!imported) return model.nothing();
  const valueOf = (field: model.Field) =>
    field === 'title' || imported.fields.includes(field) ? `Imported ${field}` : '';
  const values = Object.fromEntries(model.FIELDS.map((field) => [field, valueOf(field)]));
  const isPublished = imported.isPublished && values[model.DEMANDED] !== '';
  return model.imported(values as model.Values, isPublished);
}

/** What can be seen of an article. */
export interface Seen {
  draft: model.Values | null;
  published: model.Values | null;
  persons: model.Field[];
  offers: Partial<model.Values>;
  /** Whether a publication waits for a person. */
  held: boolean;
  /** Whether a publication waits for what the article lacks. */
  refused: boolean;
}

export const expectedOf = (now: model.Model): Seen => ({
  draft: now.draft && model.valuesOf(now.draft),
  published: now.published,
  persons: model.personsFields(now),
  offers: model.offersOf(now),
  held: now.held !== null,
  refused: now.held === null && now.refused !== null,
});
