import { unstable_useDocumentLayout as useDocumentLayout } from '@strapi/strapi/admin';
import { fieldName } from '../../wording/fields';
import { useText } from '../../wording/text';

interface Labelled {
  name: string;
  label: string;
  attribute: { type: string; component?: unknown };
}

export interface FormLabel {
  label: string;
  /** Where in the form it stands. */
  place: number;
}

/** What the form of a type calls a field, by its path; null for what the form does not show. */
export function useFormLabels(model: string): (path: string) => FormLabel | null {
  const text = useText();
  const { edit } = useDocumentLayout(model);
  const form: Labelled[] = edit.layout.flat(2);
  const parts = (uid: unknown): Labelled[] =>
    typeof uid === 'string' ? (edit.components[uid]?.layout.flat() ?? []) : [];
  return (path) => {
    const names = path.split('.');
    const labels: string[] = [];
    let fields = form;
    for (const name of names) {
      const field = fields.find((one) => one.name === name);
      if (!field) return null;
      labels.push(field.label || fieldName(name));
      fields = parts(field.attribute.component);
    }
    return {
      label: labels.reduce((name, value) => text('pair', { name, value })),
      place: form.findIndex(({ name }) => name === names[0]),
    };
  };
}
