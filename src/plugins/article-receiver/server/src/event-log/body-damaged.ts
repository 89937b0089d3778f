/** What is stored of a body cannot be put together again. */
export class BodyDamaged extends Error {
  override readonly name = 'BodyDamaged';
}
