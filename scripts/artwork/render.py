"""Renders one family's frame to raw passes (linear float, .npy) in a folder of your choice; passes.py turns these into the files in git.
blender -b -noaudio -P render.py -- FAMILY OUT_FOLDER [WIDTH] [SAMPLES] [THRESHOLD] [SEED]"""
import json
import os
import sys
import time

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bottles  # noqa: E402
import stage  # noqa: E402
from bpy_extras.object_utils import world_to_camera_view  # noqa: E402
from mathutils import Vector  # noqa: E402


def outputs(scene, folder, names):
    """One float EXR a pass, through the compositor."""
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.base_path = folder
    out.format.file_format = 'OPEN_EXR'
    out.format.color_depth = '32'
    out.format.exr_codec = 'ZIP'
    out.file_slots.clear()
    for name in names:
        out.file_slots.new(name)
        tree.links.new(layers.outputs[name], out.inputs[name])


def collect(folder, names):
    for name in names:
        file = os.path.join(folder, f'{name}0001.exr')
        image = bpy.data.images.load(file)
        image.colorspace_settings.name = 'Non-Color'
        w, h = image.size
        raw = np.empty(w * h * 4, np.float32)
        image.pixels.foreach_get(raw)
        np.save(os.path.join(folder, f'{name}.npy'), raw.reshape(h, w, 4)[::-1, :, :3].astype(np.float16))
        os.remove(file)


def main(family, folder, width=300, samples=48, threshold=0.03, seed=1):
    width, samples = int(width), int(samples)
    folder = os.path.abspath(os.path.join(folder, family))
    os.makedirs(folder, exist_ok=True)
    scene = stage.open_stage(width, width * 5 // 4, samples, float(threshold), int(seed))
    eye = stage.camera(scene)
    stage.dress()
    about = bottles.FAMILIES[family]()
    names = [f'Combined_{g}' for g in stage.GROUPS] + ['mask', 'glass', 'DiffDir', 'DiffInd', 'DiffCol']
    outputs(scene, folder, names)
    began = time.time()
    bpy.ops.render.render()
    print(f'RENDER {family} {width}px {samples} samples {time.time() - began:.0f} s')
    collect(folder, names)
    columns, rows = 24, 8
    art = about.pop('art')
    grid = [[[round(c, 5) for c in world_to_camera_view(scene, eye, Vector(art(i / columns, j / rows)))[:2]] for i in range(columns + 1)]
            for j in range(rows + 1)]
    about['grid'] = [[[x, round(1 - y, 5)] for x, y in row] for row in grid]
    with open(os.path.join(folder, 'about.json'), 'w') as file:
        json.dump(about, file)


main(*sys.argv[sys.argv.index('--') + 1:])
