import { eventText, type TextFacts } from './event-text';

const facts = (title: string | null, changes: Partial<TextFacts> = {}): TextFacts => ({
  title,
  verdict: null,
  reason: null,
  addresses: [],
  ...changes,
});

describe('the text of an event', () => {
  it('says what happened, to what, with which verdict, and where to look', () => {
    const addresses = ['https://blog.example.org/en/brewing', 'https://site.example/admin/x'];
    expect(
      eventText('published', [facts('Brewing', { verdict: 'approved (91)', addresses })]),
    ).toBe(
      'Published: Brewing – review: approved (91) – https://blog.example.org/en/brewing – https://site.example/admin/x',
    );
    expect(eventText('failed', [facts(null, { reason: 'No room.' })])).toBe(
      'Failed: without a title – No room.',
    );
  });

  it('counts what came together, and names it', () => {
    const all = Array.from({ length: 12 }, (_, at) => facts(`Title ${at + 1}`));
    expect(eventText('arrived', all)).toBe(
      `Arrived (12): ${all
        .slice(0, 10)
        .map(({ title }) => title)
        .join(', ')} and 2 more`,
    );
    expect(eventText('parked', [facts('A'), facts('A')])).toBe('Waits for a decision (2): A');
  });

  it('lets nothing of the service do anything in a chat', () => {
    const title = '<!channel> @here\n[a](https://evil.example) \u202ejavascript:x';
    const text = eventText('arrived', [facts(title)]);
    expect(text).toBe('Arrived: ‹!channel› @ here [a] (https ://evil.example) javascript :x');
    expect(eventText('arrived', [facts('x'.repeat(500))])).toHaveLength('Arrived: '.length + 120);
  });

  it('cuts no character in half, of which receivers make nothing', () => {
    const title = `${'x'.repeat(118)}😀😀`;
    expect(eventText('arrived', [facts(title)])).toBe(`Arrived: ${'x'.repeat(118)}…`);
    const fits = `${'x'.repeat(117)}😀😀`;
    expect(eventText('arrived', [facts(fits)])).toBe(`Arrived: ${'x'.repeat(117)}😀…`);
  });
});
