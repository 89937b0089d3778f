import { expectToWaitForBootstrap } from '../support/site/slow-bootstrap';

it('what was left to do when a site stopped is done when its own bootstrap is over, and heard by its code', async () => {
  await expectToWaitForBootstrap({});
});
