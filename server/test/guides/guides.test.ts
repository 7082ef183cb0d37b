import { shortGuides } from './guides.ts';
import { testGuides } from './run-guide.ts';

await testGuides(shortGuides);
