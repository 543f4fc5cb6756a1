import { packageBuild } from '../../tsdown.shared.ts';

export default packageBuild(['src/main.ts']);
