/** A plan that has a bit of everything. */
export const EXAMPLE = `# Ship the parser

The grammar is settled. What is left is the parser, its errors, and a figure to hold on to.

## Section 4 - Tasks

- [ ] Write the grammar
  - **Given:** the notation of the draft
  - **When:** the grammar is read aloud
  - **Then:** each rule has one meaning
  - **Verification Gate:** two readers agree
- [ ] Write the parser
  - **NFRs:** a megabyte in under a second
  - **Verification Gate:** the corpus parses
  - **Checkpoint:** errors name a line
- [ ] Measure it
1. [ ] Write the release notes

## Section 5 - Notes

- The old parser stays until the corpus is green.

`;
