import { OLDEST } from './support/setups';
import { describeSite } from './support/works-in-site';

OLDEST.forEach(describeSite);
