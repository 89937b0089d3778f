import { mayBeEmpty } from './may-be-empty';
import { readMapping } from './read-mapping';
import type { Schemas } from '../model/schemas';

const required = true;

const schemas: Schemas = {
  components: {
    'shared.seo': {
      uid: 'shared.seo',
      attributes: { metaTitle: { type: 'string', required }, words: { type: 'integer', required } },
    },
  },
  contentTypes: {
    'api::post.post': {
      uid: 'api::post.post',
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string', required },
        excerpt: { type: 'text', required },
        lead: { type: 'text', required },
        cover: { type: 'media', required },
        state: { type: 'string', required, default: 'open' },
        note: { type: 'string' },
        seo: { type: 'component', component: 'shared.seo', required },
        social: { type: 'component', component: 'shared.seo' },
      },
    },
  },
};

it('names those of a component that is not required where something else fills it, and no others', () => {
  const rulesOf = (social: object) => ({
    type: 'api::post.post',
    fields: { title: 'title', social: { fields: social } },
  });
  const emptyIn = (social: object) => {
    const { mapping } = readMapping(rulesOf(social) as never, schemas);
    return mapping && mayBeEmpty(mapping, schemas);
  };
  expect(emptyIn({ metaTitle: 'description', words: 'wordCount' })).toEqual([
    'social.metaTitle',
    'social.words',
  ]);
  expect(emptyIn({ metaTitle: 'description' })).toEqual([]);
});

it('names the required fields that the least that a delivery says leaves empty', () => {
  const parts = { fields: { metaTitle: 'title', words: 'wordCount' } };
  const fields = {
    title: 'title',
    excerpt: 'description',
    lead: { from: ['tldr', 'title'] },
    cover: 'heroImage',
    state: 'status',
    note: 'tldr',
    seo: parts,
    social: parts,
  };
  const { mapping } = readMapping({ type: 'api::post.post', fields }, schemas);
  expect(mapping && mayBeEmpty(mapping, schemas)).toEqual([
    ...['excerpt', 'cover', 'seo.words', 'social.words'],
  ]);
});
