import { packageBuild } from '../../tsdown.shared.ts';

export default packageBuild(['src/index.ts', 'src/messages/index.ts']);
