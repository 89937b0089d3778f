import { ARTICLE_MAPPING } from './article-mapping';
import type { Attribute, Schemas } from './schemas';
import type { Shapes } from './mapping';
import { unmappedShapes, withWholeLists } from './unmapped';

const text = { type: 'string' };

const components = {
  seo: {
    uid: 'seo',
    attributes: { title: text, robots: text, image: { type: 'media' } } as Record<
      string,
      Attribute
    >,
  },
  banner: {
    uid: 'banner',
    // Strapi itself would not take it; a site must start all the same.
    attributes: { text, inner: { type: 'component', component: 'banner' } },
  },
};

/** What is left to the editors of a type of which the mapping fills some fields. */
function besides(attributes: Record<string, Attribute>, shapes: Shapes, draftAndPublish = true) {
  const uid = 'api::post.post';
  const schemas: Schemas = { contentTypes: { [uid]: { uid, attributes } }, components };
  return unmappedShapes({ ...ARTICLE_MAPPING, uid, shapes, draftAndPublish }, schemas);
}

const filled = { title: { kind: 'scalar', type: 'string' } } as const;

describe('what a mapping leaves to the editors', () => {
  it('is every field that it does not fill and that an editor can change', () => {
    const attributes: Record<string, Attribute> = {
      title: text,
      note: text,
      cover: { type: 'media', multiple: true },
      author: { type: 'relation', relation: 'manyToOne', target: 'author' },
      createdAt: { type: 'datetime' },
      secret: { type: 'password' },
      // Kept with the comments, which readers write.
      comments: { type: 'relation', relation: 'oneToMany', target: 'comment', mappedBy: 'post' },
      // Leads to anything.
      related: { type: 'relation', relation: 'morphToMany' },
    };
    expect(besides(attributes, filled)).toEqual({
      note: { kind: 'scalar', type: 'string' },
      cover: { kind: 'media', multiple: true },
      author: { kind: 'relation', many: false, target: 'author', targetLocalized: false },
    });
    expect(besides(attributes, filled, false)).toEqual({});
  });

  it('is the other parts of a component, and no list that is filled in part', () => {
    const seo = { type: 'component', component: 'seo' };
    const list = { type: 'component', component: 'seo', repeatable: true };
    const zone = { type: 'dynamiczone', components: ['banner'] };
    expect(
      besides(
        { seo, list, zone },
        {
          seo: { kind: 'component', fields: filled },
          list: { kind: 'list', isZone: false, named: { seo: filled }, allowed: ['seo'] },
        },
      ),
    ).toEqual({
      seo: {
        kind: 'component',
        fields: {
          robots: { kind: 'scalar', type: 'string' },
          image: { kind: 'media', multiple: false },
        },
      },
      zone: {
        kind: 'list',
        isZone: true,
        allowed: ['banner'],
        named: {
          banner: {
            text: { kind: 'scalar', type: 'string' },
            inner: { kind: 'component', fields: {} },
          },
        },
      },
    });
  });
});

describe('lists that are written with all that is in them', () => {
  it('have the editors’ parts as well, and other components in between', () => {
    const uid = 'api::post.post';
    const zone = { type: 'dynamiczone', components: ['seo', 'banner'] };
    const schemas: Schemas = {
      contentTypes: { [uid]: { uid, attributes: { title: text, zone } } },
      components,
    };
    const scalar = { kind: 'scalar', type: 'string' } as const;
    const list = { kind: 'list', isZone: true, allowed: ['seo', 'banner'] } as const;
    const shapes: Shapes = { title: scalar, zone: { ...list, named: { seo: { title: scalar } } } };
    const whole = withWholeLists({ uid, shapes }, schemas).shapes;
    expect(whole).toMatchObject({
      title: scalar,
      zone: {
        ...list,
        named: {
          seo: { title: scalar, robots: scalar, image: { kind: 'media', multiple: false } },
          banner: { text: scalar },
        },
      },
    });
  });
});
