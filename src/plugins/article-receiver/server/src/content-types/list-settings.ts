/**
 * What the Content Manager starts a type's list view with. All keys must be there: it validates
 * the object as a whole at boot.
 */
export const listSettings = (mainField: string, sortBy: string) => ({
  settings: {
    bulkable: true,
    filterable: true,
    searchable: true,
    pageSize: 20,
    mainField,
    defaultSortBy: sortBy,
    defaultSortOrder: 'DESC',
  },
});
