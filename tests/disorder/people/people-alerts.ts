import type { Site } from '../../support/site/site';

interface DeliveryRow {
  id: number;
  state: string;
  reasonCode: string | null;
}

interface AlertRow {
  kind: string;
  deliveryPosition: number | null;
  suggestionId: number | null;
}

/** What somebody was told of in the steps of a history so far. */
export function alertsOf({ strapi }: Site, articleId: string) {
  const rows = <Row>(name: string, where: object): Promise<Row[]> =>
    strapi.db.query(`plugin::article-receiver.${name}`).findMany({ where }) as Promise<Row[]>;
  /** By position: what a delivery waits for, and how often somebody was told that it waits. */
  let known = new Map<number, { waitsFor: string | null; told: number }>();

  const look = async (): Promise<typeof known> => {
    const deliveries = await rows<DeliveryRow>('delivery', { articleId });
    const alerts = await rows<AlertRow>('alert', { kind: 'parked' });
    return new Map(
      deliveries.map(({ id, state, reasonCode }) => [
        id,
        {
          waitsFor: state === 'parked' ? reasonCode : null,
          told: alerts.filter(({ deliveryPosition }) => deliveryPosition === id).length,
        },
      ]),
    );
  };

  return {
    /**
     * What is wrong since the last look: a question of which nobody was told, or one that was told of again.
     * @param isRedriven whether somebody asked for what waits again, and may be told that it waits still.
     */
    async wrong({ isRedriven }: { isRedriven: boolean }): Promise<string[]> {
      const now = await look();
      const before = known;
      known = now;
      const wrong = [...now].flatMap(([id, { waitsFor, told }]) => {
        const past = before.get(id) ?? { waitsFor: null, told: 0 };
        const owed = waitsFor !== null && waitsFor !== past.waitsFor ? 1 : 0;
        const tellings = told - past.told;
        const most = isRedriven && waitsFor !== null ? 1 : owed;
        return owed <= tellings && tellings <= most
          ? []
          : [`${id}: ${past.waitsFor} → ${waitsFor}, told ${tellings} times`];
      });
      const open = await rows<{ id: number }>('suggestion', { state: 'open' });
      for (const { id } of open) {
        const { length } = await rows<AlertRow>('alert', { kind: 'suggestion', suggestionId: id });
        if (length !== 1) wrong.push(`suggestion ${id}: told ${length} times`);
      }
      return wrong;
    },
  };
}
