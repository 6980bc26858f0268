#!/bin/sh
# Sixteen tasks share a folder of assets: `sbatch slurm.sh`. A task that is ended by its time limit goes on when it is queued again.
#SBATCH --job-name=portolan
#SBATCH --array=0-15
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --time=02:00:00
#SBATCH --signal=TERM@60
#SBATCH --requeue

exec portolan batch "${ASSETS:-in}" "${RESULTS:-out}" --to glb \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --jobs "$SLURM_CPUS_PER_TASK" --memory 7G --quiet
