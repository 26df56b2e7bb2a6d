import { expect, test } from 'vitest';
import { withIconFiles } from './icon-files.ts';

const files = new Map([
  ['Bell', 'bell'],
  ['Link', 'link'],
  ['LinkIcon', 'link'],
]);

test('each icon is imported from its own file, under the name that the module gives it', () => {
  const code = "import { useState } from 'react';\nimport { Bell, Link as Chain, type LucideIcon } from 'lucide-react';\nBell;";
  expect(withIconFiles(code, files)).toBe(
    "import { useState } from 'react';\nimport Bell from 'lucide-react/icons/bell'; import Chain from 'lucide-react/icons/link'; " +
      "import { type LucideIcon } from 'lucide-react';\nBell;",
  );
  expect(withIconFiles("import {\n  Bell,\n  LinkIcon,\n} from 'lucide-react';", files)).toBe(
    "import Bell from 'lucide-react/icons/bell'; import LinkIcon from 'lucide-react/icons/link';",
  );
});

test('an icon that the package does not have ends the build', () => {
  expect(() => withIconFiles("import { Nothing } from 'lucide-react';", files)).toThrow('no icon Nothing');
});
