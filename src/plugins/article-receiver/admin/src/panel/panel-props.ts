/** An article as the Content Manager shows it; which fields are there is up to the editor's role. */
export interface ArticleDocument extends Record<string, unknown> {
  sourceId?: string | null;
  sourceStatus?: string | null;
  reviewVerdict?: string | null;
  reviewScore?: number | null;
  qualitySummary?: string | null;
  qualityFailedChecks?: unknown[] | null;
  plannedForDate?: string | null;
  updatedAt?: string;
  locale?: string | null;
}

/** What Strapi gives to a panel, as far as we use it. */
export interface PanelProps {
  model: string;
  documentId?: string;
  document?: ArticleDocument;
  /** Which version the form shows: only a draft is edited. */
  activeTab?: string;
}
