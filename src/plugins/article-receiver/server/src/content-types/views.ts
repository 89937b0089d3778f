/** What the Content Manager shows of one attribute. */
interface FieldView {
  label: string;
  /** Filled by the feed alone: shown, but not to be typed over. */
  readOnly?: true;
  /** Of a relation: the attribute of its target that names an entry. */
  mainField?: string;
}

interface Views<Name extends string> {
  /** The attribute that names an entry wherever it is linked to. */
  mainField: NoInfer<Name>;
  sort: { by: NoInfer<Name> | 'createdAt'; order: 'ASC' | 'DESC' };
  /** Columns of the list view. */
  columns: readonly (NoInfer<Name> | 'updatedAt')[];
  /** Rows of the edit view, each attribute with its width in twelfths. What is in none is not shown. */
  rows: readonly Partial<Record<NoInfer<Name>, number>>[];
  fields: Readonly<Record<Name, FieldView>>;
}

/**
 * A content type's views in the Content Manager, in the form in which Strapi takes them from a
 * schema: it stores them when it meets the type for the first time. From then on they are the
 * site's own, and what an administrator arranges differently stays so.
 *
 * All keys of `settings` must be there: Strapi validates the object as a whole at boot.
 */
export function contentManagerViews<Name extends string>(views: Views<Name>) {
  const fields = Object.entries<FieldView>(views.fields);
  return {
    settings: {
      bulkable: true,
      filterable: true,
      searchable: true,
      pageSize: 20,
      mainField: views.mainField,
      defaultSortBy: views.sort.by,
      defaultSortOrder: views.sort.order,
    },
    layouts: {
      list: [...views.columns],
      edit: views.rows.map((row) =>
        Object.entries<number | undefined>(row).map(([name, size]) => ({ name, size: size ?? 12 })),
      ),
    },
    metadatas: Object.fromEntries(
      fields.map(([name, { label, readOnly, mainField }]) => [
        name,
        {
          edit: { label, editable: !readOnly, ...(mainField ? { mainField } : {}) },
          list: { label },
        },
      ]),
    ),
  };
}
