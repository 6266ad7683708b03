#!/bin/bash
# Starts Ray on the nodes of an allocation and runs a mesocosm command on it. From a folder that all nodes see:
#
#     sbatch --nodes=8 deploy/slurm-ray.sh run terra --model openai/gpt-5 --log-dir /shared/runs/gpt-5
#
# What follows the name of this file are the words after `mesocosm`; `--on ray` is added. Activate the environment in which
# mesocosm and its extra `ray` are installed before, or in the file that MESOCOSM_SETUP names. If the time of the
# allocation ends, submit the same line again: it continues.
#SBATCH --job-name=mesocosm
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=3G
#SBATCH --time=24:00:00
#SBATCH --no-kill
#SBATCH --signal=B:TERM@120
# --no-kill: a node that fails does not end the job, since its tasks are done again on other nodes.
# --signal: two minutes before the end the command is stopped like by Ctrl-C, so that it closes its logs.
set -euo pipefail
set -m  # jobs of this shell then notice SIGINT

: "${SLURM_JOB_ID:?submit this file with sbatch}"
if (($# == 0)); then
    echo "usage: sbatch deploy/slurm-ray.sh VERB [WORDS], such as: run atmos --agent careless --log-dir /shared/first" >&2
    exit 2
fi
if [[ -n ${MESOCOSM_SETUP:-} ]]; then
    # shellcheck source=/dev/null
    source "$MESOCOSM_SETUP"
fi

PATIENCE_S=${MESOCOSM_RAY_PATIENCE_S:-600} # for all nodes to join
cpus=${SLURM_CPUS_PER_TASK:-1}
mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST")

# This script runs on the first node. MESOCOSM_HEAD_IP names another of its addresses, such as that of a faster network.
ip=${MESOCOSM_HEAD_IP:-$(hostname -I | cut -d ' ' -f 1)}
# Two jobs that share a node have different ports: above those of Ray's workers (10002 to 19999), which Ray refuses for
# its services, and below those that the kernel gives out (32768).
port=$((20000 + 2 * (SLURM_JOB_ID % 6000)))
address=$ip:$port

# Without a token, every user who reaches the head could run code as you. It goes to the nodes as a variable.
export RAY_AUTH_MODE=token
RAY_AUTH_TOKEN=$(head -c 32 /dev/urandom | base64 -w 0 | tr -d '+/=')
export RAY_AUTH_TOKEN RAY_USAGE_STATS_ENABLED=0

on_node() { # on_node NAME WORDS... &: run words on a node, in a step of its own: a node that dies ends no other
    local node=$1
    shift
    exec srun --export=ALL --overlap --nodes=1 --ntasks=1 --cpus-per-task="$cpus" --nodelist="$node" "$@"
}

common=(--block --object-store-memory=100000000)
steps=()
command=
# shellcheck disable=SC2329 # a trap calls it
finish() { # `ray stop` would end the clusters of other jobs as well, so only our own steps are ended
    trap - EXIT TERM INT
    kill "${steps[@]}" 2>/dev/null || true
    for ((second = 0; second < 40; second++)); do # Ray takes up to 30 s to close a node
        kill -0 "${steps[@]}" 2>/dev/null || return 0
        sleep 1
    done
    kill -KILL "${steps[@]}" 2>/dev/null || true
}
# shellcheck disable=SC2329 # a trap calls it
interrupt() {
    [[ -z $command ]] || kill -INT "$command" 2>/dev/null || true
}
await() { # await WORDS...: run a command that a signal to this script interrupts; return its status
    local status=0
    "$@" &
    command=$!
    wait "$command" || status=$?
    while kill -0 "$command" 2>/dev/null; do # a signal ended `wait`, and the command is still closing its files
        status=0
        wait "$command" || status=$?
    done
    return "$status"
}
trap finish EXIT
trap interrupt TERM INT

# The command itself and the head's services take one processor of the first node, if it has several.
client=()
! python -c "import grpc" 2>/dev/null || client=(--ray-client-server-port=$((port + 1)))
on_node "${nodes[0]}" ray start --head "${common[@]}" "${client[@]}" --node-ip-address="$ip" --port="$port" \
    --include-dashboard=false --num-cpus=$((cpus > 1 ? cpus - 1 : cpus)) &
steps+=($!)
for node in "${nodes[@]:1}"; do
    on_node "$node" ray start --address="$address" "${common[@]}" --num-cpus="$cpus" &
    steps+=($!)
done

export RAY_ADDRESS=$address
# A run takes the processors that are there when it begins, so all nodes must have joined; the head, a child of this
# shell, must not have ended.
JOINED='
import os, socket, sys, time
host, port, wanted, patience_s, head = sys.argv[1], *map(int, sys.argv[2:])
end = time.monotonic() + patience_s

def pause(why):
    if not os.path.exists(f"/proc/{head}") or time.monotonic() > end:
        sys.exit(f"slurm-ray.sh: {why}; see the output of Ray above")
    time.sleep(1)

while True:
    with socket.socket() as probe:
        if probe.connect_ex((host, port)) == 0:
            break
    pause("the head of Ray does not answer")
import ray
ray.init(log_to_driver=False, logging_level="ERROR")
while (alive := sum(node["Alive"] for node in ray.nodes())) < wanted:
    pause(f"only {alive} of {wanted} nodes have joined")
print(f"Ray: {alive} of {wanted} nodes", file=sys.stderr)
'
await python -c "$JOINED" "$ip" "$port" "${#nodes[@]}" "$PATIENCE_S" "${steps[0]}"
await mesocosm "$@" --on ray
