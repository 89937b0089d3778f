import { issueOf, type Issue } from '../../../shared/deliveries/issues';
import type { DeliveredImage } from '../read-delivery/images';

/** What an image turned out to be. */
interface FoundImage {
  contentType: string;
  byteSize: number;
  /** How many bytes stood after its end. */
  trailing: number;
}

/** What the delivery says of an image and the image itself does not bear out. */
export function imageDifferences(image: DeliveredImage, found: FoundImage): Issue[] {
  const { path, declaredType, declaredSize } = image;
  const issues: Issue[] = [];
  if (declaredSize !== null && declaredSize !== found.byteSize) {
    const sizes = { expected: declaredSize, found: found.byteSize };
    issues.push(issueOf(`${path}.byteSize`, 'imageSize', sizes));
  }
  if (declaredType !== null && declaredType.toLowerCase() !== found.contentType) {
    const types = { expected: declaredType, found: found.contentType };
    issues.push(issueOf(`${path}.contentType`, 'imageType', types));
  }
  if (found.trailing > 0) {
    issues.push(issueOf(path, 'imageTrailing', { count: found.trailing }));
  }
  return issues;
}
