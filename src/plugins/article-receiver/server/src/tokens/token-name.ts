import type { NameFault } from '../../../shared/settings/tokens';
import { isTestName } from '../read-delivery/test-delivery';
import { isConfiguredName } from './match-token';

/** Why no token may be made under a name, whoever asks for it; null when nothing is in the way. */
export function nameFault(name: string): Exclude<NameFault, 'taken'> | null {
  if (isConfiguredName(name)) return 'configured';
  return isTestName(name) ? 'test' : null;
}
