import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, foreignSite } from '../../support/site/cli';
import { OWN_TYPES, ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite } from '../../support/site/site';

const COLOUR = { type: 'string', regex: '^#[0-9a-f]{6}$', default: '#ffffff' };
const AUTHORS = { type: 'relation', relation: 'oneToOne', target: POST };

describe('what is said of a mapping before it does harm', () => {
  it('is no text for a colour, and names a relation that articles would take from each other', async () => {
    const types = await ownTypesWith('post', {
      textColor: COLOUR,
      author: { ...AUTHORS, inversedBy: 'authorOf' },
      authorOf: { ...AUTHORS, mappedBy: 'author' },
    });
    const directory = await mkdtemp(join(tmpdir(), 'article-receiver-map-'));
    try {
      await foreignSite(directory, 'javascript');
      for (const name of ['api', 'components']) {
        await cp(join(types, name), join(directory, 'src', name), { recursive: true });
      }
      const { stdout } = await cli(['map', '--type', POST, '--json'], { cwd: directory });
      const { target, left, preview } = JSON.parse(stdout) as {
        target: { fields: object };
        left: string[];
        preview: { warnings: string[] };
      };
      expect(target.fields).toHaveProperty('author.match', 'title');
      expect(target.fields).not.toHaveProperty('textColor');
      expect(left).toContain('textColor');
      expect(preview.warnings.join()).toMatch(/fields\.author".*takes it away.*manyToOne/);
    } finally {
      await rm(directory, { recursive: true, force: true });
      await rm(types, { recursive: true, force: true });
    }
  }, 120_000);

  it('is what was expected where a field has no rule', async () => {
    const fields = { ...POST_TARGET.fields, excerpt: null };
    const booting = bootSite({
      types: OWN_TYPES,
      pluginConfig: { target: { type: POST, fields } },
    });
    await expect(booting).rejects.toThrow(
      /"target\.fields\.excerpt": expected the name of a value of the feed, a function or a rule/,
    );
  });
});
