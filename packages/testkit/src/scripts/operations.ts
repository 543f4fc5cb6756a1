/**
 * What an application may do next, for scripts made at random.
 *
 * Invariant: an operation is possible only where the rules leave one outcome. Left out on purpose:
 * - a new text equal to one that stands on another path only, and a repeated text in a list with gaps whose
 *   newest journaled message is not in it: "yes" may be the old one or a new one;
 * - an edit of the first message: no match is left, and whether that is a fork or another lane is open;
 * - a reported answer whose first return lacks parts: settling and projection disagree about it;
 * - some of the calls of a message without wording dropped: its key changes with them;
 * - reused call ids where a message without wording is dropped, late or handed over alone: they are its key;
 * - a fork before the place of a revision or insertion, a revision of what two paths share, and gaps on such
 *   a path: the event is behind the fork, or the neighbours that define it are missing;
 * - a delta when there are several branches or lanes: which one continues is open;
 * - an aborted answer that is handed back: it is outside alignment and would be new each time;
 * - a native message that grows after one of its steps was reported; a race or a side call as the first call.
 */
import type { Message } from '@daybook/core';
import { message, text, toolCall, toolResult } from './parts.ts';
import type { Utterance } from './recording.ts';
import { converse, reply, withoutReasoning, withoutToolTraffic, withShortResults } from './replies.ts';
import {
  anyProcess,
  editable,
  insertable,
  mayForkAt,
  mayHaveGaps,
  oneOf,
  repeatable,
  revisable,
  type Stage,
  turnStarts,
} from './stage.ts';

export type OperationName =
  | 'turn'
  | 'edit'
  | 'regenerate'
  | 'returnToOld'
  | 'trimFront'
  | 'middleDropped'
  | 'pruneToolTraffic'
  | 'growingNativeMessage'
  | 'abortThenRetry'
  | 'twoProcesses'
  | 'titleCall'
  | 'saidTwice'
  | 'revisedByClient'
  | 'insertedByApp'
  | 'syncTwice'
  | 'deltaHistory'
  | 'nativeIdTwice'
  | 'lateResult'
  | 'abandonedCall'
  | 'emptyAssistant';

export interface Operation {
  readonly isPossible: (stage: Stage) => boolean;
  readonly run: (stage: Stage) => void;
}

export const operations: Readonly<Record<OperationName, Operation>> = {
  turn: { isPossible: () => true, run: (stage) => converse(stage, stage.fresh('q'), anyProcess(stage)) },
  edit: {
    isPossible: (stage) => editable(stage).length > 0,
    run: (stage) => {
      stage.conversation.edit(oneOf(stage, editable(stage)), stage.fresh('edited'));
      reply(stage, anyProcess(stage));
    },
  },
  regenerate: {
    isPossible: ({ conversation: { path } }) =>
      path.list.at(-1)?.reported === true && mayForkAt(path, path.list.length - 2),
    run: ({ conversation, fresh }) => conversation.regenerate(fresh('again')),
  },
  returnToOld: {
    isPossible: ({ conversation }) => conversation.paths.length > 1,
    run: (stage) => {
      const { conversation } = stage;
      const others = conversation.paths.filter((path) => path !== conversation.path);
      conversation.returnTo(oneOf(stage, others));
      converse(stage, stage.fresh('q'), anyProcess(stage));
    },
  },
  trimFront: {
    isPossible: (stage) => mayHaveGaps(stage) && turnStarts(stage).length > 2,
    run: (stage) => {
      const start = oneOf(stage, turnStarts(stage).slice(1, -1));
      converse(stage, stage.fresh('q'), { as: ({ form }, place) => (place < start ? undefined : form) });
    },
  },
  middleDropped: {
    isPossible: (stage) => mayHaveGaps(stage) && turnStarts(stage).length > 2,
    run: (stage) => {
      const starts = turnStarts(stage);
      const from = 1 + stage.draw(starts.length - 2);
      const to = from + 1 + stage.draw(starts.length - 1 - from);
      const isDropped = (place: number): boolean => place >= (starts[from] ?? 0) && place < (starts[to] ?? 0);
      converse(stage, stage.fresh('q'), { as: ({ form }, place) => (isDropped(place) ? undefined : form) });
    },
  },
  pruneToolTraffic: {
    isPossible: (stage) => mayHaveGaps(stage),
    run: (stage) => {
      const prune = oneOf(stage, [withoutToolTraffic, withShortResults, withoutReasoning]);
      const end = stage.conversation.path.list.length;
      const as = ({ form, handed }: Utterance, place: number): Message | undefined =>
        handed && place < end ? prune(form) : form;
      converse(stage, stage.fresh('q'), { as });
    },
  },
  growingNativeMessage: {
    isPossible: () => true,
    run: ({ conversation, fresh, freshCallId, draw }) => {
      const id = freshCallId();
      conversation.user(fresh('q')).call();
      if (draw(2))
        conversation
          .assistant(fresh('a'))
          .call()
          .grow([toolCall(id)]);
      else conversation.assistant(toolCall(id));
      conversation.call().grow([toolResult(id, fresh('r'))]);
      if (draw(2)) conversation.call();
      conversation.grow([text(fresh('a'))]).call();
    },
  },
  abortThenRetry: {
    isPossible: () => true,
    run: ({ conversation, fresh, draw }) => {
      conversation.user(fresh('q'));
      for (let attempt = draw(2); attempt >= 0; attempt--) conversation.call().aborted(fresh('partial'));
      if (draw(4) === 0) conversation.user(fresh('q'));
      conversation.call().answered(fresh('a'));
    },
  },
  twoProcesses: {
    isPossible: ({ conversation }) => conversation.path.list.length > 0,
    run: ({ conversation, fresh, draw }) => {
      const question = fresh('q');
      conversation.race([question, draw(2) ? question : fresh('q')], [fresh('a')]);
    },
  },
  titleCall: {
    isPossible: ({ conversation }) => conversation.path.list.length > 0,
    run: (stage) => {
      const known = [...stage.conversation.asides.keys()];
      const question = oneOf(stage, [stage.fresh('title of'), ...known]);
      stage.conversation.aside('Write a title.', question, stage.fresh('title'));
    },
  },
  saidTwice: {
    isPossible: (stage) => repeatable(stage).length > 0,
    run: (stage) => converse(stage, oneOf(stage, repeatable(stage)), anyProcess(stage)),
  },
  revisedByClient: {
    isPossible: (stage) => revisable(stage).length > 0,
    run: (stage) => {
      stage.conversation.rewrite(oneOf(stage, revisable(stage)), stage.fresh('rewritten'));
      converse(stage, stage.fresh('q'), {});
    },
  },
  insertedByApp: {
    isPossible: (stage) => insertable(stage).length > 0,
    run: (stage) => {
      const put = message(oneOf(stage, ['user', 'system'] as const), stage.fresh('inserted'));
      stage.conversation.insert(oneOf(stage, insertable(stage)), put);
      converse(stage, stage.fresh('q'), {});
    },
  },
  syncTwice: {
    isPossible: ({ conversation }) => conversation.path.list.length > 0,
    run: (stage) => stage.conversation.call().call(anyProcess(stage)),
  },
  deltaHistory: {
    isPossible: ({ conversation, hasReusedCallIds }) =>
      conversation.path.list.length > 0 &&
      conversation.paths.length === 1 &&
      conversation.asides.size === 0 &&
      !hasReusedCallIds,
    run: (stage) => converse(stage, stage.fresh('q'), { history: 'delta', as: () => undefined }),
  },
  nativeIdTwice: {
    isPossible: ({ conversation }) => conversation.options.ids === true,
    run: ({ conversation, fresh }) => {
      conversation.user(fresh('q')).call({ lastTwice: true }).answered(fresh('a'));
    },
  },
  lateResult: {
    isPossible: ({ hasReusedCallIds }) => !hasReusedCallIds,
    run: ({ conversation, fresh, freshCallId }) => {
      const id = freshCallId();
      conversation.user(fresh('q')).call().answered(toolCall(id)).user(fresh('q')).call();
      conversation
        .tool(toolResult(id, fresh('r')))
        .call()
        .answered(fresh('a'));
    },
  },
  abandonedCall: {
    isPossible: ({ hasReusedCallIds }) => !hasReusedCallIds,
    run: ({ conversation, fresh, freshCallId }) => {
      conversation.user(fresh('q')).call().answered(fresh('a'), toolCall(freshCallId()));
      conversation.turn(fresh('q'), fresh('a'));
    },
  },
  emptyAssistant: {
    isPossible: () => true,
    run: ({ conversation, fresh, draw }) => {
      conversation
        .user(fresh('q'))
        .call()
        .assistant(...(draw(2) ? [''] : []));
      conversation.turn(fresh('q'), fresh('a'));
    },
  },
};
