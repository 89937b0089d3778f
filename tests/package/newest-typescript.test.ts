import { NEWEST_TYPESCRIPT } from './support/setups';
import { describeSite } from './support/works-in-site';

NEWEST_TYPESCRIPT.forEach(describeSite);
