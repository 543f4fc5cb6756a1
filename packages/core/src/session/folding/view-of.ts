/** A composed view as the application gets it: with the door to report its answer. */
import { advance } from '../../fold/branch-state.ts';
import type { SeenView } from '../../journal/message.ts';
import type { SessionKey } from '../../journal/scope.ts';
import { sameScope } from '../../journal/scope.ts';
import { sizeOfMessages } from '../../policy/size.ts';
import { type Answer, type Reported, report } from '../answer.ts';
import type { Place } from '../synced.ts';
import type { View } from '../view.ts';
import type { Ports } from '../writer.ts';
import type { Composed } from './compose.ts';
import { remember } from './states.ts';

export function viewOf(ports: Ports, key: SessionKey, composed: Composed, place: Place): View {
  const { prepared, ...view } = composed;
  return {
    ...view,
    async report(answer: Answer): Promise<Reported> {
      const { frame, path, known } = prepared;
      const branch = path[0]?.branch ?? null;
      const header = frame.headerSize;
      const { characters, images } = sizeOfMessages(view.messages.slice(frame.conversation.header.length));
      const size = { characters, images, header: header.characters, window: frame.budget.window };
      const seen: SeenView = { view: view.viewId, size };
      const reported = await report(ports, key, place, answer, branch, answer.usage ? seen : undefined);
      // Nobody else wrote meanwhile: what this call knows is what stands, and its report can be added, if it is new.
      const same = branch && sameScope(reported.branch.scope, branch.scope);
      const alone = same && reported.branch.revision === branch.revision + reported.appended;
      // What an early list was shown is not what the branch's folds come to.
      if (prepared.notices.includes('behind')) return reported;
      if (answer.usage && alone && reported.branch.marked > branch.marked) {
        const body = { kind: 'event' as const, event: 'usage', ...answer.usage, ...seen };
        const at = { branch: branch.scope.branch, seq: reported.branch.marked };
        remember(ports.folding, branch.scope, {
          ...known,
          marked: reported.branch.marked,
          state: advance(known.state, at, body as unknown as Parameters<typeof advance>[2]),
        });
      }
      return reported;
    },
  };
}
