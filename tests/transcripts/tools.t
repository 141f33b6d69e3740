The tools of an agent, for people: what they are, and one call of one.

  $ planmark tools

  $ planmark tools --profile recovery --tool-suffix kandev

  $ planmark tools --profile runtime

  $ planmark tools --profile documents,documents

An answer is what the agent reads.

  $ planmark call create_task_plan --args '{"task_id": "demo", "content": "# Plan"}'

  $ printf '{"task_id": "demo", "content": "Next", "mode": "append"}' | planmark call update_task_plan --args -

  $ planmark call get_task_plan --args '{"task_id": "demo"}'

So is a refusal, and the exit code says which.

  $ planmark call get_task_plan --args '{"task_id": "other"}'

  $ planmark call get_task_plan --args '{"task": "demo"}'

  $ planmark call update_plan

  $ planmark call create_task_plan_x --tool-suffix x --args '{"task_id": "demo", "content": "X", "mode": "append"}'

The tools of saved plans need a session.

  $ planmark call read_plan_tasks

  $ planmark call read_plan_tasks --session s-1
