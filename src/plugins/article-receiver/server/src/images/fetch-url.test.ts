import { hostTest, readImageUrl } from './fetch-url';

const isAllowed = hostTest(['cdn.example.com', '*.images.example.com', 'other.example.com:8443']);

describe('addresses of images that may be fetched', () => {
  it.each([
    'https://cdn.example.com/a.png',
    'https://CDN.example.com:443/a.png',
    'https://eu.images.example.com/a.png',
    'https://a.b.images.example.com/a.png',
    'https://other.example.com:8443/a.png',
  ])('%s', (address) => {
    expect(readImageUrl(address, isAllowed)).toBeInstanceOf(URL);
  });

  it.each([
    ['http://cdn.example.com/a.png', 'https'],
    ['file:///etc/passwd', 'https'],
    ['data:image/png;base64,AAAA', 'https'],
    ['//cdn.example.com/a.png', 'not an address'],
    ['/a.png', 'not an address'],
    ['', 'not an address'],
    [`https://cdn.example.com/${'a'.repeat(5_000)}`, 'not an address'],
    ['https://user:pass@cdn.example.com/', 'user'],
    ['https://cdn.example.com@evil.example/', 'user'],
    ['https://cdn.example.com:8443/', 'fetchFrom'],
    ['https://other.example.com/', 'fetchFrom'],
    ['https://cdn.example.com.evil.example/', 'fetchFrom'],
    ['https://cdn.example.com./', 'fetchFrom'],
    ['https://evilcdn.example.com/', 'fetchFrom'],
    ['https://images.example.com/', 'fetchFrom'],
    ['https://xn--dn-jlc.example.com/', 'fetchFrom'],
    ['https://127.0.0.1/', 'fetchFrom'],
    ['https://2130706433/', 'fetchFrom'],
    ['https://0x7f000001/', 'fetchFrom'],
    ['https://0177.0.0.1/', 'fetchFrom'],
    ['https://127.1/', 'fetchFrom'],
    ['https://[::ffff:127.0.0.1]/', 'fetchFrom'],
  ])('not %s', (address, reason) => {
    expect(readImageUrl(address, isAllowed)).toMatchObject({
      why: expect.stringContaining(reason) as string,
    });
  });
});
