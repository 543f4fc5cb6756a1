import { packageBuild } from '../../tsdown.shared.ts';

export default packageBuild([
  'src/index.ts',
  'src/store/index.ts',
  'src/store/memory.ts',
  'src/session/adapter.ts',
  'src/audit/index.ts',
  'src/base/sha256.node.ts',
  'src/base/sha256.portable.ts',
]);
