import {
  cameBack,
  changedSince,
  fieldsPutBack,
  giveUp,
  remember,
  staleIn,
  type History,
} from './field-history';
import { fingerprint } from './fingerprint';

const hash = (value: unknown) => fingerprint(value);
const base = { title: hash('T2'), tldr: hash('L1'), author: hash('A1') };
/** The title was T0, from 100 on T1, from 200 on T2. */
const history: History = remember(
  remember({}, { title: [hash('T0')] }, 100),
  { title: [hash('T1')] },
  200,
);
const save = (values: Record<string, unknown>, openedAt: number | null = null) =>
  staleIn({ values, openedAt, saysMore: false }, history, base);
const NOTHING = { stale: [], unseen: [] };

describe('what of a save is nobody’s change', () => {
  it.each([
    ['the newest value', { title: 'T2', tldr: 'L1' }, null, NOTHING],
    [
      'an older value in a form',
      { title: 'T1', tldr: 'L1' },
      null,
      { ...NOTHING, stale: ['title'] },
    ],
    ['an older value that is all that is sent', { title: 'T1' }, null, NOTHING],
    [
      'an older value in a form from before',
      { title: 'T1' },
      150,
      { ...NOTHING, stale: ['title'] },
    ],
    ['an older value in a form from after', { title: 'T1', tldr: 'L1' }, 200, NOTHING],
    ['one that the form did not have either', { title: 'T0', tldr: 'L1' }, 150, NOTHING],
    ['a value of a person', { title: 'mine', tldr: 'L1' }, null, NOTHING],
    [
      'a value of a person who did not see the newest',
      { title: 'mine', tldr: 'L1' },
      150,
      { ...NOTHING, unseen: ['title'] },
    ],
  ])('%s', (_name, values, openedAt, expected) => {
    expect(save(values, openedAt)).toEqual(expected);
  });

  it('is younger than the newest value that it has', () => {
    const later = remember(history, { tldr: [hash('L0')] }, 200);
    const values = { title: 'T1', tldr: 'L1' };
    expect(staleIn({ values, openedAt: null, saysMore: false }, later, base)).toEqual(NOTHING);
  });

  it('is remembered for the newest of many values', () => {
    let long: History = {};
    for (let at = 1; at <= 100; at += 1) long = remember(long, { title: [hash(at)] }, at);
    expect(Object.keys(long.title?.older ?? {})).toHaveLength(40);
    expect([...changedSince(long, { openedAt: 99 })]).toEqual([['title', 100]]);
    expect([...changedSince(long, { openedAt: 100 })]).toEqual([]);
    expect([...changedSince(long, { openedAt: 99, fieldsSeenAt: { title: 100 } })]).toEqual([]);
    expect([...changedSince(long, { openedAt: 100, fieldsSeenAt: { title: 99 } })]).toHaveLength(1);
  });

  it('knows the newest of many values, and the oldest no more', () => {
    let long: History = {};
    for (let at = 1; at <= 100; at += 1) long = remember(long, { title: [hash(at)] }, at);
    const stale = (value: number) =>
      staleIn({ values: { title: value }, openedAt: 0, saysMore: true }, long, base).stale;
    expect([stale(99), stale(1)]).toEqual([['title'], []]);
  });

  it('goes by no value that came back: a form from before it went has it as well', () => {
    const back = remember({ tldr: { since: 100, older: {} } }, { tldr: [hash('L0')] }, 150);
    const both = { ...history, ...remember(back, { tldr: [hash('L1')] }, 180) };
    const values = { title: 'T1', tldr: 'L1' };
    expect(staleIn({ values, openedAt: null, saysMore: true }, both, base).stale).toEqual([
      'title',
    ]);
    const later = { ...both, tldr: { ...both.tldr, since: 300 } } as History;
    expect(staleIn({ values, openedAt: null, saysMore: true }, later, base).stale).toEqual([
      'title',
    ]);
  });

  it('is no change where the same is there already', () => {
    const saved = { values: { title: 'T1', tldr: 'L1' }, openedAt: null, saysMore: true };
    expect(staleIn({ ...saved, current: { title: 'T1', tldr: 'L1' } }, history, base)).toEqual(
      NOTHING,
    );
  });
});

describe('a value of the receiver that a person put back', () => {
  it('is theirs where they had another', () => {
    const saved = { title: 'T2', tldr: 'L1', author: 'Ours' };
    expect(fieldsPutBack(saved, { title: 'Ours', tldr: 'L1', author: 'A1' }, base)).toEqual([
      'title',
    ]);
  });
});

describe('what of an entry came back with a backup', () => {
  const came = (title: string, changedAt: number, past = history) => [
    ...cameBack({ title, tldr: 'L1' }, changedAt, past),
  ];

  it('is what was replaced after the entry was last changed', () => {
    expect(came('T1', 150)).toEqual([['title', 200]]);
    expect(came('T0', 50)).toEqual([['title', 100]]);
  });

  it('is nothing that somebody put back, or wrote, or gave up', () => {
    expect(came('T1', 250)).toEqual([]);
    expect(came('T0', 150)).toEqual([]);
    expect(came('mine', 50)).toEqual([]);
    expect(came('mine', 50, giveUp(history, 'title', hash('mine'), 300))).toEqual([]);
    expect(came('T1', NaN)).toEqual([]);
  });
});
