import { taken, type HostileCase } from '../support/hostile-case';

/** What was delivered as a slug, and the one that the article gets. */
const SLUGS: [delivered: string, slug: string][] = [
  ['../../etc/passwd', 'etc-passwd'],
  ['..\\..\\windows\\win.ini', 'windows-win-ini'],
  ['/absolute/path', 'absolute-path'],
  ['%2e%2e%2fescaped', 'percent2epercent2epercent2fescaped'],
  ['http://evil.example/a', 'http-evil-example-a'],
  ['javascript:alert(2)', 'javascript-alert-2'],
  ['<script>alert(3)</script>', 'lessscriptgreateralert-3-less-scriptgreater'],
  ['a?b=c#d', 'a-bc-d'],
  ['nul\u0000byte', 'nulbyte'],
  ['Upper Case', 'upper-case'],
  ['UPPER-CASE-TWO', 'upper-case-two'],
  ['--dashes--inside--', 'dashes-inside'],
  ['trailing-', 'trailing'],
  ['under_score', 'under-score'],
  ['schöne-grüße', 'schoene-gruesse'],
  ['line\nbreak', 'line-break'],
  [`${'long-'.repeat(100)}end`, `${'long-'.repeat(39)}long`],
];

const slugs = SLUGS.map(([delivered, slug]) =>
  taken(`the slug ${JSON.stringify(delivered).slice(0, 40)}`, { slug: delivered }, { slug }, [
    'article.slug',
  ]),
);

/** A slug that says nothing gives way to the title. */
const fromTitle = ['', ' ', '///', '...', '🌱', '\u202e'].map((slug, n) =>
  taken(
    `the slug ${JSON.stringify(slug)}`,
    { slug, title: `From the title ${n}` },
    { slug: `from-the-title-${n}` },
    ['article.slug'],
  ),
);

const colliding = [1, 2, 3].map((number) =>
  taken(
    `a slug that ${number - 1} articles have`,
    { slug: 'wanted-by-all' },
    {
      slug: number === 1 ? 'wanted-by-all' : `wanted-by-all-${number}`,
    },
    number === 1 ? [] : ['article.slug'],
  ),
);

const nothingToWrite = taken(
  'neither slug nor title in letters',
  { slug: '…', title: '🌱', id: 'art_no_letters' },
  { slug: 'art-no-letters', title: '🌱' },
  ['article.slug'],
);

export const slugCases: HostileCase[] = [...slugs, ...fromTitle, ...colliding, nothingToWrite];
