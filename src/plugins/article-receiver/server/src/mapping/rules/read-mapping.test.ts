import type { FieldRule } from '../../../../shared/articles/mapping';
import { readMapping } from './read-mapping';
import type { Schemas } from '../model/schemas';
import { computeValues } from '../values/compute';

const string = { type: 'string' } as const;

const bad = () => {
  throw new Error('tldr is missing');
};

const SCHEMAS: Schemas = {
  contentTypes: {
    'api::post.post': {
      uid: 'api::post.post',
      kind: 'collectionType',
      options: { draftAndPublish: true },
      attributes: {
        id: { type: 'integer' },
        title: { ...string, required: true },
        secondary: string,
        body: { type: 'blocks' },
        words: { type: 'integer' },
        on: { type: 'date' },
        moment: { type: 'datetime' },
        short: { ...string, maxLength: 8, regex: '^\\w+$' },
        broken: { ...string, regex: '^(' },
        facts: { type: 'json' },
        kind: { type: 'enumeration', enum: ['guide', 'review'] },
        tone: { type: 'enumeration', enum: ['Guide', 'guide'] },
        cover: { type: 'media', allowedTypes: ['images'] },
        film: { type: 'media', allowedTypes: ['videos'] },
        secret: { type: 'password' },
        seo: { type: 'component', component: 'shared.seo' },
        points: { type: 'component', component: 'shared.seo', repeatable: true },
        zone: { type: 'dynamiczone', components: ['shared.seo'] },
        category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
        any: { type: 'relation', relation: 'morphToOne' },
      },
    },
    'api::note.note': {
      uid: 'api::note.note',
      attributes: { title: { ...string, required: true } },
    },
    'api::home.home': { uid: 'api::home.home', kind: 'singleType', attributes: {} },
    'plugin::article-receiver.article': {
      uid: 'plugin::article-receiver.article',
      attributes: { title: string },
    },
    'api::category.category': {
      uid: 'api::category.category',
      attributes: { name: string, rank: { type: 'integer', required: true } },
    },
  },
  components: {
    'shared.seo': {
      uid: 'shared.seo',
      attributes: { metaTitle: string, image: { type: 'media' } },
    },
  },
};

const read = (fields: Record<string, FieldRule>, type = 'api::post.post') =>
  readMapping({ type, fields }, SCHEMAS);
const faultOf = (name: string, rule: unknown) =>
  read({ title: 'title', [name]: rule as FieldRule }).faults.join('\n');

describe('readTarget', () => {
  it.each(['guide', 'Guide', 'GUIDE'])('takes %s for the word of an enumeration', (word) => {
    const { mapping } = read({ title: 'title', tone: { from: 'articleType' } });
    const values = { articleType: word };
    const found = { blockImage: () => null, relation: () => null };
    const scope = { values, item: null, html: 'escape' as const, issues: [], ...found };
    expect(mapping && computeValues(mapping, scope).values).toMatchObject({
      tone: word === 'GUIDE' ? 'Guide' : word,
    });
  });

  it('takes a mapping that fits', () => {
    const { mapping, faults, warnings } = read({
      title: 'title',
      body: 'content',
      words: { from: 'wordCount' },
      facts: { from: 'tags', table: { coffee: 'Coffee' }, otherwise: ['none'] },
      kind: { from: 'articleType', table: { Pillar: 'guide' }, otherwise: 'review' },
      cover: ['heroImage', 'images'].length > 1 ? { from: ['heroImage', 'images'] } : 'heroImage',
      seo: { fields: { metaTitle: { from: ['extra.seoTitle', 'title'] } } },
      points: { each: 'images', fields: { metaTitle: 'item.alt', image: 'item' } },
      zone: [{ component: 'shared.seo', fields: { metaTitle: { value: 'x' } } }],
      category: { from: 'category', match: 'name' },
    });
    expect(faults).toEqual([]);
    expect(warnings).toEqual([]);
    expect(mapping).toMatchObject({ uid: 'api::post.post', draftAndPublish: true });
  });

  it.each([
    [
      'a field that there is not',
      'titel',
      'title',
      /"target\.fields\.titel".*did you mean "title"/,
    ],
    [
      'a value that there is not',
      'body',
      'contents',
      /no value "contents"; did you mean "content"/,
    ],
    ['a field that Strapi fills', 'id', 'id', /Strapi fills it itself/],
    [
      'a key that there is not',
      'body',
      { form: 'content' },
      /fields\.body\.form.*did you mean "from"/,
    ],
    [
      'a conversion that does not fit',
      'body',
      { from: 'content', as: 'html' },
      /fields\.body\.as.*"blocks"/,
    ],
    ['text for an image', 'cover', 'title', /"title" is no image; expected heroImage or images/],
    ['an image for text', 'words', 'heroImage', /"heroImage" \(image\) cannot fill .* integer/],
    ['a list for a number', 'words', 'tags', /cannot fill a field of type integer/],
    ['a text for JSON', 'facts', 'tldr', /"tldr" \(text\) cannot fill .* json, which keeps lists/],
    ['a day for JSON', 'facts', 'frontmatterDate', /\(day\) cannot fill a field of type json/],
    ['a flag for JSON', 'facts', 'isPublished', /\(flag\) cannot fill a field of type json/],
    ['a text made of others for JSON', 'facts', { text: '{slug}' }, /cannot fill .* json/],
    ['a list as one text for JSON', 'facts', { from: 'tags', as: 'text' }, /json takes "json"/],
    [
      'an image in a text',
      'secondary',
      { text: '![]({heroImage})' },
      /fields\.secondary\.text.*"heroImage" \(image\) has no place in a text/,
    ],
    [
      'a campaign in a text',
      'secondary',
      { text: 'of {campaign}' },
      /"campaign" \(campaign\) has no place in a text/,
    ],
    ['a constant text for blocks', 'body', { value: 'x' }, /fields\.body\.value.*expected blocks/],
    [
      'a text otherwise for blocks',
      'body',
      { from: 'tldr', otherwise: 'none' },
      /fields\.body.*expected blocks/,
    ],
    [
      'no name to compare by',
      'category',
      { from: 'category', match: true },
      /takes \{ from: …, match/,
    ],
    [
      'a constant text for JSON',
      'facts',
      { value: 'feed' },
      /expected a list, an object or a number/,
    ],
    [
      'a text otherwise for JSON',
      'facts',
      { from: 'tags', otherwise: 'none' },
      /expected a list, an object/,
    ],
    ['a field that takes other files', 'film', 'heroImage', /does not allow images/],
    ['a password', 'secret', 'title', /type password cannot be filled/],
    [
      'a word that the enumeration lacks',
      'kind',
      { from: 'role', table: { a: 'guid' } },
      /no "guid"; did you mean "guide"/,
    ],
    [
      'a word that becomes two things',
      'kind',
      { from: 'role', table: { Pillar: 'guide', pillar: 'review' } },
      /kind\.table\.pillar": expected what "Pillar" becomes/,
    ],
    [
      'a constant of another type',
      'words',
      { value: 'many' },
      /fields\.words\.value.*expected a number/,
    ],
    ['a constant that is no whole number', 'words', { value: 1.5 }, /expected a whole number/],
    ['a constant without room', 'words', { value: 2 ** 31 }, /expected 2147483647 at most/],
    [
      'a word of a table without room',
      'words',
      { from: 'wordCount', otherwise: -(2 ** 31) },
      /words.*expected -2147483647 at least/,
    ],
    ['a day that there is not', 'on', { value: '2026-02-30' }, /expected a day like/],
    ['a time that there is not', 'moment', { value: '2026-02-28T25:00Z' }, /expected a time like/],
    ['a constant that is too long', 'short', { value: 'much too long' }, /expected 8 characters/],
    ['a constant where the pattern is none', 'broken', { value: 'x' }, /broken\.value.*regex/],
    ['a constant of another form', 'short', { value: 'a b' }, /expected a text that the field/],
    [
      'a length that is no number',
      'short',
      { from: 'title', maxLength: '8' },
      /short\.maxLength.*whole number/,
    ],
    ['no length', 'short', { from: 'title', maxLength: 0 }, /short\.maxLength.*whole number/],
    [
      'no text between',
      'secondary',
      { from: 'tags', join: {} },
      /secondary\.join.*expected the text/,
    ],
    ['a component without fields', 'seo', 'title', /takes \{ fields/],
    [
      'a field that a component lacks',
      'seo',
      { fields: { metaTitel: 'title' } },
      /seo\.fields\.metaTitel.*shared\.seo has no field.*"metaTitle"/,
    ],
    [
      'what is no list',
      'points',
      { each: 'title', fields: { metaTitle: 'item' } },
      /"title" is no list/,
    ],
    ['a list without a rule', 'points', [], /fields\.points.*expected \{ each: "…"/],
    ['a zone without a rule', 'zone', [], /fields\.zone.*expected \{ component: "…"/],
    ['item without a list', 'points', { fields: { metaTitle: 'item' } }, /no value "item"/],
    [
      'a component that a zone does not allow',
      'zone',
      [{ component: 'shared.so', fields: {} }],
      /zone\.0\.component.*did you mean "shared\.seo"/,
    ],
    [
      'a relation without what is compared',
      'category',
      'category',
      /takes \{ from: …, match: … \}/,
    ],
    [
      'a relation by a field that there is not',
      'category',
      { from: 'category', match: 'nam' },
      /category\.match.*did you mean "name"/,
    ],
    [
      'a relation by a number',
      'category',
      { from: 'category', match: 'rank' },
      /rank cannot be compared/,
    ],
    [
      'an entry that could not be made',
      'category',
      { from: 'category', match: 'name', create: true },
      /category\.create\.rank.*requires/,
    ],
    ['a relation to anything', 'any', { from: 'category', match: 'name' }, /cannot be filled/],
    ['a text with a wrong name', 'secondary', { text: 'x/{slugg}' }, /did you mean "slug"/],
    ['a text with half a value', 'secondary', { text: '{title' }, /expected each "{" with its "}"/],
    [
      'a text with two braces',
      'secondary',
      { text: '{{title}}' },
      /expected each "{" with its "}"/,
    ],
    ['a text with other keys', 'secondary', { text: 'x', as: 'html' }, /no such key/],
    [
      'a function that is not pure',
      'secondary',
      () => Math.random(),
      /"target\.fields\.secondary": expected a pure function/,
    ],
    [
      'a function that needs what may be missing',
      'secondary',
      ({ article }: { article: Record<string, string> }) => article.tldr?.trim().length ?? bad(),
      /fails on an article with the least: tldr is missing/,
    ],
    [
      'a function that changes the article',
      'secondary',
      ({ article }: { article: Record<string, unknown> }) => (article.title = 'x'),
      /fails on a whole article/,
    ],
    [
      'another entry beside one that is made',
      'category',
      { from: 'category', match: 'name', create: true, unmatched: 'other' },
      /unmatched.*no value stays without/,
    ],
    ['no rule at all', 'body', 5, /expected the name of a value of the feed/],
    [
      'a rule that takes from nothing',
      'secondary',
      [],
      /"target\.fields\.secondary\.from": expected/,
    ],
    [
      'the same of a relation',
      'category',
      { from: [], match: 'name' },
      /category\.from": expected/,
    ],
  ])('refuses %s', (_, name, rule, message) => {
    expect(faultOf(name, rule)).toMatch(message);
  });

  it.each([
    ['an unknown type', 'api::posts.post', /no such content type; did you mean "api::post.post"/],
    ['a single type', 'api::home.home', /single type/],
    [
      'the plugin’s own type',
      'plugin::article-receiver.article',
      /"target\.type": .* leave "target" out .* "transform"/,
    ],
    ['files', 'plugin::upload.file', /"target\.type": it is one of Strapi’s own/],
    ['people who sign in', 'plugin::users-permissions.user', /Strapi’s own/],
    ['administrators', 'admin::user', /Strapi’s own/],
  ])('refuses %s', (_, type, message) => {
    expect(read({ title: 'title' }, type).faults.join()).toMatch(message);
  });

  it('wants required fields filled, at once where there are no drafts', () => {
    expect(read({ body: 'content' }).warnings.join()).toMatch(/fields\.title.*requires/);
    expect(read({ body: 'content' }).faults).toEqual([]);
    const note = readMapping({ type: 'api::note.note', fields: {} }, SCHEMAS);
    expect(note.faults.join()).toMatch(/"target\.fields\.title": api::note\.note requires/);
  });

  it('refuses a rule for locales where there are none', () => {
    const options = {
      type: 'api::post.post',
      fields: { title: 'title' },
      locale: { missing: 'park' },
    } as const;
    expect(readMapping(options, SCHEMAS).faults.join()).toMatch(/"target\.locale".*not localized/);
  });

  it('names all that is wrong at once', () => {
    expect(read({ titel: 'title', body: 'contents' }).faults).toHaveLength(2);
  });
});
