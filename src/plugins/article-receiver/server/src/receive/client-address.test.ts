import { addressInWords } from './client-address';

describe('the address of a sender in the log', () => {
  it.each(['203.0.113.7', '2001:db8::1'])('is %s', (address) => {
    expect(addressInWords(address)).toBe(address);
  });

  it.each(['', 'me, and all is well', '203.0.113.7\u009b31m'])('is not the text “%s”', (text) => {
    expect(addressInWords(text)).toBe('no IP address');
  });
});
