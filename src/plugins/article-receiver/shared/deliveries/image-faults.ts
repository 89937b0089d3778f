/**
 * Why an image is refused, for the words of the admin: `image.why.FAULT` in each translation. What
 * exactly was found is in the English of the issue.
 */
export const IMAGE_FAULTS = [
  'tooLarge',
  'svg',
  'otherKind',
  'damaged',
  'tooManyFrames',
  'tooManyPixels',
  'tooManyTogether',
  'tooEmpty',
  'notTaken',
] as const;

export type ImageFault = (typeof IMAGE_FAULTS)[number];
