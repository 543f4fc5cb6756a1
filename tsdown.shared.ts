import { defineConfig, type UserConfig } from 'tsdown';

/**
 * Every module stays a file of its own, at its place under dist: the subpaths share modules without chunks,
 * and package.json `imports` can choose between two of them.
 */
export function packageBuild(entry: string[]): UserConfig {
  return defineConfig({
    entry,
    unbundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    dts: { generator: 'oxc' },
    sourcemap: false,
    clean: true,
    fixedExtension: false,
    hash: false,
    // Chosen by the one who imports the package, so it is not resolved here.
    deps: { neverBundle: [/^#/] },
  }) as UserConfig;
}
