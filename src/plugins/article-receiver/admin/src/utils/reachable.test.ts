import { privateHost } from './reachable';

describe('privateHost', () => {
  it.each([
    ['http://localhost:1337/api', 'localhost'],
    ['http://127.0.0.1:1337', '127.0.0.1'],
    ['https://192.168.1.20/api', '192.168.1.20'],
    ['https://172.20.0.3', '172.20.0.3'],
    ['http://[::1]:1337', '[::1]'],
    ['http://strapi:1337', 'strapi'],
    ['https://cms.local', 'cms.local'],
  ])('knows that the internet cannot reach %s', (address, host) =>
    expect(privateHost(address)).toBe(host),
  );

  it.each(['https://cms.example.com/api', 'https://172.32.0.1', 'http://8.8.8.8', 'nothing'])(
    'leaves %s alone',
    (address) => expect(privateHost(address)).toBeNull(),
  );
});
