import { propose } from './propose';
import type { Schemas } from '../model/schemas';

const required = true;

/** A type whose fields have names of their own: the slug is an address, the hero is in a component. */
const schemas: Schemas = {
  components: {
    'parts.figure': {
      uid: 'parts.figure',
      attributes: {
        picture: { type: 'media', required },
        altText: { type: 'string' },
        caption: { type: 'string' },
      },
    },
    'parts.prose': { uid: 'parts.prose', attributes: { text: { type: 'richtext', required } } },
  },
  contentTypes: {
    'api::story.story': {
      uid: 'api::story.story',
      options: { draftAndPublish: true },
      attributes: {
        headline: { type: 'string', required },
        address: { type: 'uid', required },
        standfirst: { type: 'text', required },
        body: { type: 'dynamiczone', components: ['parts.figure', 'parts.prose'] },
        lead: { type: 'component', component: 'parts.figure' },
        writer: { type: 'relation', relation: 'manyToOne', target: 'api::person.person' },
      },
    },
    'api::person.person': {
      uid: 'api::person.person',
      attributes: { fullName: { type: 'string', required } },
    },
  },
};

it('proposes what a newsroom’s own words for slug, summary and picture suggest', () => {
  expect(propose('api::story.story', schemas)).toEqual({
    target: {
      type: 'api::story.story',
      fields: {
        headline: 'title',
        address: 'slug',
        standfirst: 'description',
        body: [{ component: 'parts.prose', fields: { text: 'content' } }],
        lead: { fields: { picture: 'heroImage', altText: 'heroImageAlt' } },
        writer: { from: 'author', match: 'fullName', create: true },
      },
    },
    left: ['lead.caption'],
  });
});

it('says of an article nothing that nobody said, and finds the picture that has to be there', () => {
  const words = ['news', 'guide'];
  const enumeration = { type: 'enumeration', enum: words };
  const type: Schemas = {
    components: {},
    contentTypes: {
      'api::page.page': {
        uid: 'api::page.page',
        options: { draftAndPublish: true },
        attributes: {
          title: { type: 'string' },
          language: { type: 'enumeration', enum: ['en', 'de'] },
          category: { ...enumeration, default: 'guide' },
          section: { ...enumeration, enum: [...words, 'Other'] },
          kind: { ...enumeration, required },
          lead: { type: 'media', required },
          scans: { type: 'media', multiple: true, required },
          stamp: { type: 'media' },
          reference: { type: 'string' },
          day: { type: 'date' },
        },
      },
    },
  };
  expect(propose('api::page.page', type)).toEqual({
    target: {
      type: 'api::page.page',
      fields: {
        title: 'title',
        language: 'language',
        category: { from: 'category', otherwise: 'guide' },
        section: { from: 'category', otherwise: 'Other' },
        kind: { from: 'articleType', otherwise: 'news' },
        lead: 'heroImage',
        scans: 'images',
        reference: 'sourceId',
        day: 'frontmatterDate',
      },
    },
    left: ['stamp'],
  });
});

it('takes what says something of a page for no value of the article', () => {
  const string = { type: 'string' };
  const attributes = { ogType: string, ogSiteName: string, postType: string, ogTitle: string };
  const own = { uid: 'api::page.page', options: {}, attributes };
  const { target, left } = propose('api::page.page', {
    components: {},
    contentTypes: { 'api::page.page': own },
  });
  expect(target.fields).toEqual({ postType: 'articleType', ogTitle: 'title' });
  expect(left).toEqual(['ogType', 'ogSiteName']);
});
