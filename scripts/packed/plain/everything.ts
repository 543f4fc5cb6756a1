// Names every subpath of every package, so that the compiler reads all their declarations.

import * as messages from '@daybook/ai-sdk/messages';
import * as core from '@daybook/core';
import * as adapter from '@daybook/core/adapter';
import * as audit from '@daybook/core/audit';
import * as memory from '@daybook/core/memory';
import * as store from '@daybook/core/store';
import * as sqlite from '@daybook/sqlite';
import * as testkit from '@daybook/testkit';
import { headOfAConversation } from './program.js';

export const everything = { core, adapter, audit, memory, store, messages, sqlite, testkit };

console.log(await headOfAConversation());
