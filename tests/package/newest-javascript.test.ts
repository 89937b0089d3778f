import { NEWEST_JAVASCRIPT } from './support/setups';
import { describeSite } from './support/works-in-site';

NEWEST_JAVASCRIPT.forEach(describeSite);
