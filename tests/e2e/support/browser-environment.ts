import type { JestEnvironment } from '@jest/environment';
import SiteEnvironment from '../../support/site/site-environment';
import { describePages } from './shown-pages';

/** Where the tests with a browser run: when one fails, what its pages show is said as well. */
export default class BrowserEnvironment extends SiteEnvironment {
  handleTestEvent: JestEnvironment['handleTestEvent'] = async (event) => {
    if (event.name !== 'test_fn_failure') return;
    process.stderr.write(`\nShown where “${event.test.name}” failed:\n${await describePages()}\n`);
  };
}
