/**
 * The pages of the package: the README, the changelog, the licence, and all that they lead to. Who has
 * only the package finds them in it, under the same paths.
 */

/** What is copied into the package, from the root. */
export const PAGES = ['README.md', 'LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs'];

/** Pages outside of `docs` that others lead to. */
export const OUTLYING = [
  'benchmarks/README.md',
  'benchmarks/results.md',
  'examples/front-end/README.md',
];

/**
 * The address of the repository as people open it; null while the manifest has none.
 * @param {{ repository?: { url?: string } }} manifest the plugin's
 */
export function repositoryAddress({ repository }) {
  const url = repository?.url ?? '';
  const web = url.replace(/^git\+/, '').replace(/\.git$/, '');
  return /^https:\/\/[^/]+\/[^/]+\/[^/]+$/.test(web) ? web : null;
}

/**
 * A page of the root with its relative links made absolute. npm's page shows the README without its
 * neighbours, and would look for them beside the plugin's manifest.
 * @param {string} page
 * @param {{ address: string, version: string }} where
 */
export const withAbsoluteLinks = (page, { address, version }) =>
  page.replace(/(!?)(\[[^\]]*\])\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_, image, label, path) => {
    const kind = image ? 'raw' : 'blob';
    return `${image}${label}(${address}/${kind}/v${version}/${path})`;
  });

/**
 * What keeps the plugin from being released, in words; empty when nothing does.
 * @param {{ manifest: { version: string, repository?: { url?: string } }, changelog: string }} release
 * @returns {string[]}
 */
export function faultsOfRelease({ manifest, changelog }) {
  const { version } = manifest;
  const faults = [];
  if (repositoryAddress(manifest) === null) {
    faults.push(
      'the manifest of the plugin has no "repository": { "url": "git+https://HOST/OWNER/NAME.git" }; npm makes the support address of it, and the links of the README lead there',
    );
  }
  const heading = `## [${version}] - `;
  const dated = changelog.split('\n').find((line) => line.startsWith(heading));
  if (!dated || !/ - \d{4}-\d\d-\d\d$/.test(dated)) {
    faults.push(`CHANGELOG.md has no heading "${heading}" with the day of the release`);
  }
  return faults;
}
