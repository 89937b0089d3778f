import { RedisServer } from '../support/servers/redis-server';
import { expectToWaitForBootstrap } from '../support/site/slow-bootstrap';

it('what a site’s own bootstrap sets off is not taken from the queue before that is over', async () => {
  const redis = await RedisServer.start();
  try {
    await expectToWaitForBootstrap({ runner: 'bullmq', redis: { url: redis.url } });
  } finally {
    await redis.kill();
  }
});
