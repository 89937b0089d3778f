/** An article that goes online on a day to come. */
export interface PlannedItem {
  /** `YYYY-MM-DD`, in the site's time zone. */
  day: string;
  /** The hour on it, ISO 8601 in UTC. */
  at: string;
  /** The entry that shows the article. */
  documentId: string;
  contentType: string;
  locale: string | null;
  title: string | null;
}

export interface PlannedPage {
  /** Whether articles go online on their planned day at all. */
  isOn: boolean;
  /** The earliest first. */
  results: PlannedItem[];
  pagination: { page: number; pageSize: number; pageCount: number; total: number };
}
