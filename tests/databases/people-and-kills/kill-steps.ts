import fc from 'fast-check';

export const ARTICLES = 3;
export const PICTURES = 3;
export const FIELDS = ['tldr', 'description'] as const;

/** A delivery of the service's. */
export interface Send {
  article: number;
  /** Which of two is newer: they arrive in any order. */
  age: number;
  word: 'ready' | 'published' | 'archived';
  says: number;
  picture: number;
  /** The instance to which it goes, and how long after the one before it. */
  via: number;
  afterMs: number;
}

/** A form that a person opens at one instance, and saves at another, perhaps. */
export interface Save {
  article: number;
  field: (typeof FIELDS)[number];
  opensAt: number;
  savesAt: number;
  worksMs: number;
  then: 'save' | 'publish' | 'delete';
}

/** An instance that is killed, and started again. */
export interface Kill {
  instance: number;
  afterMs: number;
  restMs: number;
}

/** What an administrator starts meanwhile. */
export interface Start {
  what: 'rebuild' | 'redrive';
  via: number;
  afterMs: number;
}

/** All that happens at the same time. */
export interface Plan {
  sends: Send[];
  saves: Save[];
  kills: Kill[];
  starts: Start[];
}

const article = fc.nat(ARTICLES - 1);
const instance = fc.nat(1);

const sends: fc.Arbitrary<Send[]> = fc.array(
  fc.record({
    article,
    age: fc.nat(1_000),
    word: fc.constantFrom<Send['word'][]>('ready', 'ready', 'published', 'published', 'archived'),
    says: fc.nat(2),
    picture: fc.nat(PICTURES),
    via: instance,
    afterMs: fc.nat(700),
  }),
  { minLength: 6, maxLength: 20 },
);

const saves: fc.Arbitrary<Save[]> = fc.array(
  fc.record({
    article,
    field: fc.constantFrom(...FIELDS),
    opensAt: instance,
    savesAt: instance,
    worksMs: fc.nat(1_500),
    then: fc.constantFrom<Save['then'][]>('save', 'save', 'save', 'publish', 'delete'),
  }),
  { minLength: 2, maxLength: 8 },
);

const kills: fc.Arbitrary<Kill[]> = fc.array(
  fc.record({ instance, afterMs: fc.nat(4_000), restMs: fc.nat(1_000) }),
  { maxLength: 3 },
);

const starts: fc.Arbitrary<Start[]> = fc.array(
  fc.record({
    what: fc.constantFrom<Start['what'][]>('rebuild', 'redrive'),
    via: instance,
    afterMs: fc.nat(4_000),
  }),
  { maxLength: 3 },
);

/** A redrive would bring back what somebody deleted: there is none beside a deletion. */
const isPlain = ({ saves, starts }: Plan): boolean =>
  saves.every(({ then }) => then !== 'delete') || starts.every(({ what }) => what !== 'redrive');

export const plans: fc.Arbitrary<Plan> = fc.record({ sends, saves, kills, starts }).filter(isPlain);
